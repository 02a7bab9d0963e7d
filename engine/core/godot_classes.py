"""Godot's node and resource classes, each with the class that it extends: what its class reference gives as "Inherits".

Of 4.0 to 4.6, and what 4.7 has added so far; of one that was moved, where it stands last. A line below is a class, and
the classes that extend it directly. Classes of the editor are in, since scenes that plug into it hold them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PARENTS", "RENAMED"]

_NODES = """
Node: AnimationMixer AudioStreamPlayer CanvasItem CanvasLayer EditorFileSystem EditorPlugin EditorResourcePreview
    HTTPRequest InstancePlaceholder MissingNode MultiplayerSpawner MultiplayerSynchronizer NavigationAgent2D
    NavigationAgent3D Node3D ResourcePreloader ShaderGlobalsOverride StatusIndicator Timer Viewport WorldEnvironment
AnimationMixer: AnimationPlayer AnimationTree
EditorPlugin: GridMapEditorPlugin
CanvasLayer: ParallaxBackground
Viewport: SubViewport Window
Window: AcceptDialog Popup
AcceptDialog: ConfirmationDialog
ConfirmationDialog: EditorCommandPalette FileDialog ScriptCreateDialog
FileDialog: EditorFileDialog
Popup: PopupMenu PopupPanel

CanvasItem: Control Node2D
Control: BaseButton ColorRect Container GraphEdit ItemList Label LineEdit MenuBar NinePatchRect Panel Range
    ReferenceRect RichTextLabel Separator TabBar TextEdit TextureRect Tree VideoStreamPlayer VirtualJoystick
BaseButton: Button LinkButton TextureButton
Button: CheckBox CheckButton ColorPickerButton MenuButton OptionButton
Container: AspectRatioContainer BoxContainer CenterContainer EditorProperty FlowContainer FoldableContainer
    GraphElement GridContainer MarginContainer PanelContainer ScrollContainer SplitContainer SubViewportContainer
    TabContainer
BoxContainer: HBoxContainer VBoxContainer
HBoxContainer: EditorResourcePicker EditorToaster OpenXRInteractionProfileEditorBase
EditorResourcePicker: EditorScriptPicker
OpenXRInteractionProfileEditorBase: OpenXRInteractionProfileEditor
VBoxContainer: ColorPicker ScriptEditorBase
FlowContainer: HFlowContainer VFlowContainer
GraphElement: GraphFrame GraphNode
MarginContainer: EditorDock
EditorDock: FileSystemDock
PanelContainer: OpenXRBindingModifierEditor ScriptEditor
ScrollContainer: EditorInspector
SplitContainer: HSplitContainer VSplitContainer
Range: EditorSpinSlider ProgressBar ScrollBar Slider SpinBox TextureProgressBar
ScrollBar: HScrollBar VScrollBar
Slider: HSlider VSlider
Separator: HSeparator VSeparator
TextEdit: CodeEdit

Node2D: AnimatedSprite2D AudioListener2D AudioStreamPlayer2D BackBufferCopy Bone2D CPUParticles2D Camera2D CanvasGroup
    CanvasModulate CollisionObject2D CollisionPolygon2D CollisionShape2D GPUParticles2D Joint2D Light2D LightOccluder2D
    Line2D Marker2D MeshInstance2D MultiMeshInstance2D NavigationLink2D NavigationObstacle2D NavigationRegion2D
    Parallax2D ParallaxLayer Path2D PathFollow2D Polygon2D RayCast2D RemoteTransform2D ShapeCast2D Skeleton2D Sprite2D
    TileMap TileMapLayer TouchScreenButton VisibleOnScreenNotifier2D
CollisionObject2D: Area2D PhysicsBody2D
PhysicsBody2D: CharacterBody2D RigidBody2D StaticBody2D
RigidBody2D: PhysicalBone2D
StaticBody2D: AnimatableBody2D
Joint2D: DampedSpringJoint2D GrooveJoint2D PinJoint2D
Light2D: DirectionalLight2D PointLight2D
VisibleOnScreenNotifier2D: VisibleOnScreenEnabler2D

Node3D: AudioListener3D AudioStreamPlayer3D BoneAttachment3D Camera3D CollisionObject3D CollisionPolygon3D
    CollisionShape3D GridMap ImporterMeshInstance3D Joint3D LightmapProbe Marker3D NavigationLink3D NavigationObstacle3D
    NavigationRegion3D OpenXRCompositionLayer OpenXRHand OpenXRRenderModel OpenXRRenderModelManager Path3D PathFollow3D
    RayCast3D RemoteTransform3D ShapeCast3D Skeleton3D SkeletonModifier3D SpringArm3D SpringBoneCollision3D
    VehicleWheel3D VisualInstance3D XRFaceModifier3D XRNode3D XROrigin3D
Camera3D: XRCamera3D
CollisionObject3D: Area3D PhysicsBody3D
PhysicsBody3D: CharacterBody3D PhysicalBone3D RigidBody3D StaticBody3D
RigidBody3D: VehicleBody3D
StaticBody3D: AnimatableBody3D
Joint3D: ConeTwistJoint3D Generic6DOFJoint3D HingeJoint3D PinJoint3D SliderJoint3D
OpenXRCompositionLayer: OpenXRCompositionLayerCylinder OpenXRCompositionLayerEquirect OpenXRCompositionLayerQuad
SkeletonModifier3D: BoneConstraint3D BoneTwistDisperser3D IKModifier3D LimitAngularVelocityModifier3D LookAtModifier3D
    ModifierBoneTarget3D PhysicalBoneSimulator3D RetargetModifier3D SkeletonIK3D SpringBoneSimulator3D XRBodyModifier3D
    XRHandModifier3D
BoneConstraint3D: AimModifier3D ConvertTransformModifier3D CopyTransformModifier3D
IKModifier3D: ChainIK3D TwoBoneIK3D
ChainIK3D: IterateIK3D SplineIK3D
IterateIK3D: CCDIK3D FABRIK3D JacobianIK3D
SpringBoneCollision3D: SpringBoneCollisionCapsule3D SpringBoneCollisionPlane3D SpringBoneCollisionSphere3D
VisualInstance3D: Decal FogVolume GPUParticlesAttractor3D GPUParticlesCollision3D GeometryInstance3D Light3D LightmapGI
    OccluderInstance3D OpenXRVisibilityMask ReflectionProbe RootMotionView VisibleOnScreenNotifier3D VoxelGI
GPUParticlesAttractor3D: GPUParticlesAttractorBox3D GPUParticlesAttractorSphere3D GPUParticlesAttractorVectorField3D
GPUParticlesCollision3D: GPUParticlesCollisionBox3D GPUParticlesCollisionHeightField3D GPUParticlesCollisionSDF3D
    GPUParticlesCollisionSphere3D
GeometryInstance3D: CPUParticles3D CSGShape3D GPUParticles3D Label3D MeshInstance3D MultiMeshInstance3D SpriteBase3D
CSGShape3D: CSGCombiner3D CSGPrimitive3D
CSGPrimitive3D: CSGBox3D CSGCylinder3D CSGMesh3D CSGPolygon3D CSGSphere3D CSGTorus3D
MeshInstance3D: SoftBody3D
SpriteBase3D: AnimatedSprite3D Sprite3D
Light3D: AreaLight3D DirectionalLight3D OmniLight3D SpotLight3D
VisibleOnScreenNotifier3D: VisibleOnScreenEnabler3D
XRNode3D: XRAnchor3D XRController3D
"""

_RESOURCES = """
Resource: Animation AnimationLibrary AnimationNode AnimationNodeStateMachinePlayback AnimationNodeStateMachineTransition
    AudioBusLayout AudioEffect AudioStream BitMap BoneMap ButtonGroup CameraAttributes ColorPalette Compositor
    CompositorEffect CryptoKey Curve Curve2D Curve3D EditorNode3DGizmoPlugin EditorSettings Environment FoldableGroup
    Font GDExtension GLTFAccessor GLTFAnimation GLTFBufferView GLTFCamera GLTFDocument GLTFDocumentExtension GLTFLight
    GLTFMesh GLTFNode GLTFPhysicsBody GLTFPhysicsShape GLTFSkeleton GLTFSkin GLTFSpecGloss GLTFState GLTFTexture
    GLTFTextureSampler Gradient Image ImporterMesh InputEvent JSON JointLimitation3D LabelSettings LightmapGIData
    Material Mesh MeshLibrary MissingResource MultiMesh NavigationMesh NavigationMeshSourceGeometryData2D
    NavigationMeshSourceGeometryData3D NavigationPolygon Noise Occluder3D OccluderPolygon2D OggPacketSequence
    OpenXRAction OpenXRActionMap OpenXRActionSet OpenXRBindingModifier OpenXRHapticBase OpenXRIPBinding
    OpenXRInteractionProfile PackedDataContainer PackedScene PhysicsMaterial PolygonPathFinder RDShaderFile
    RDShaderSPIRV RichTextEffect SceneReplicationConfig Script Shader ShaderInclude Shape2D Shape3D Shortcut
    SkeletonModification2D SkeletonModificationStack2D SkeletonProfile Skin Sky SpriteFrames StyleBox SyntaxHighlighter
    Texture Theme TileMapPattern TileSet TileSetSource Translation VideoStream VideoStreamPlayback VisualShaderNode
    VoxelGIData World2D World3D X509Certificate
AnimationNode: AnimationNodeExtension AnimationNodeOutput AnimationNodeSync AnimationNodeTimeScale AnimationNodeTimeSeek
    AnimationRootNode
AnimationNodeSync: AnimationNodeAdd2 AnimationNodeAdd3 AnimationNodeBlend2 AnimationNodeBlend3 AnimationNodeOneShot
    AnimationNodeSub2 AnimationNodeTransition
AnimationRootNode: AnimationNodeAnimation AnimationNodeBlendSpace1D AnimationNodeBlendSpace2D AnimationNodeBlendTree
    AnimationNodeStateMachine
AudioEffect: AudioEffectAmplify AudioEffectCapture AudioEffectChorus AudioEffectCompressor AudioEffectDelay
    AudioEffectDistortion AudioEffectEQ AudioEffectFilter AudioEffectHardLimiter AudioEffectLimiter AudioEffectPanner
    AudioEffectPhaser AudioEffectPitchShift AudioEffectRecord AudioEffectReverb AudioEffectSpectrumAnalyzer
    AudioEffectStereoEnhance
AudioEffectEQ: AudioEffectEQ10 AudioEffectEQ21 AudioEffectEQ6
AudioEffectFilter: AudioEffectBandLimitFilter AudioEffectBandPassFilter AudioEffectHighPassFilter
    AudioEffectHighShelfFilter AudioEffectLowPassFilter AudioEffectLowShelfFilter AudioEffectNotchFilter
AudioStream: AudioStreamGenerator AudioStreamInteractive AudioStreamMP3 AudioStreamMicrophone AudioStreamOggVorbis
    AudioStreamPlaylist AudioStreamPolyphonic AudioStreamRandomizer AudioStreamSynchronized AudioStreamWAV
CameraAttributes: CameraAttributesPhysical CameraAttributesPractical
Font: FontFile FontVariation SystemFont
GLTFDocument: FBXDocument
GLTFDocumentExtension: GLTFDocumentExtensionConvertImporterMesh
GLTFState: FBXState
InputEvent: InputEventAction InputEventFromWindow InputEventJoypadButton InputEventJoypadMotion InputEventMIDI
    InputEventShortcut
InputEventFromWindow: InputEventScreenDrag InputEventScreenTouch InputEventWithModifiers
InputEventWithModifiers: InputEventGesture InputEventKey InputEventMouse
InputEventGesture: InputEventMagnifyGesture InputEventPanGesture
InputEventMouse: InputEventMouseButton InputEventMouseMotion
JointLimitation3D: JointLimitationCone3D
Material: BaseMaterial3D CanvasItemMaterial FogMaterial PanoramaSkyMaterial ParticleProcessMaterial PhysicalSkyMaterial
    PlaceholderMaterial ProceduralSkyMaterial ShaderMaterial
BaseMaterial3D: ORMMaterial3D StandardMaterial3D
Mesh: ArrayMesh ImmediateMesh PlaceholderMesh PrimitiveMesh
PrimitiveMesh: BoxMesh CapsuleMesh CylinderMesh PlaneMesh PointMesh PrismMesh RibbonTrailMesh SphereMesh TextMesh
    TorusMesh TubeTrailMesh
PlaneMesh: QuadMesh
Noise: FastNoiseLite
Occluder3D: ArrayOccluder3D BoxOccluder3D PolygonOccluder3D QuadOccluder3D SphereOccluder3D
OpenXRBindingModifier: OpenXRActionBindingModifier OpenXRIPBindingModifier
OpenXRActionBindingModifier: OpenXRAnalogThresholdModifier
OpenXRIPBindingModifier: OpenXRDpadBindingModifier
OpenXRHapticBase: OpenXRHapticVibration
Script: CSharpScript GDScript ScriptExtension
Shader: VisualShader
Shape2D: CapsuleShape2D CircleShape2D ConcavePolygonShape2D ConvexPolygonShape2D RectangleShape2D SegmentShape2D
    SeparationRayShape2D WorldBoundaryShape2D
Shape3D: BoxShape3D CapsuleShape3D ConcavePolygonShape3D ConvexPolygonShape3D CylinderShape3D HeightMapShape3D
    SeparationRayShape3D SphereShape3D WorldBoundaryShape3D
SkeletonModification2D: SkeletonModification2DCCDIK SkeletonModification2DFABRIK SkeletonModification2DJiggle
    SkeletonModification2DLookAt SkeletonModification2DPhysicalBones SkeletonModification2DStackHolder
    SkeletonModification2DTwoBoneIK
SkeletonProfile: SkeletonProfileHumanoid
StyleBox: StyleBoxEmpty StyleBoxFlat StyleBoxLine StyleBoxTexture
SyntaxHighlighter: CodeHighlighter EditorSyntaxHighlighter
EditorSyntaxHighlighter: GDScriptSyntaxHighlighter
Texture: Texture2D Texture3D TextureLayered
Texture2D: AnimatedTexture AtlasTexture CameraTexture CanvasTexture CompressedTexture2D CurveTexture CurveXYZTexture
    DPITexture ExternalTexture GradientTexture1D GradientTexture2D ImageTexture MeshTexture NoiseTexture2D
    PlaceholderTexture2D PortableCompressedTexture2D Texture2DRD ViewportTexture
Texture3D: CompressedTexture3D ImageTexture3D NoiseTexture3D PlaceholderTexture3D Texture3DRD
TextureLayered: CompressedTextureLayered ImageTextureLayered PlaceholderTextureLayered TextureLayeredRD
CompressedTextureLayered: CompressedCubemap CompressedCubemapArray CompressedTexture2DArray
ImageTextureLayered: Cubemap CubemapArray Texture2DArray
PlaceholderTextureLayered: PlaceholderCubemap PlaceholderCubemapArray PlaceholderTexture2DArray
TextureLayeredRD: Texture2DArrayRD TextureCubemapArrayRD TextureCubemapRD
TileSetSource: TileSetAtlasSource TileSetScenesCollectionSource
Translation: OptimizedTranslation
VideoStream: VideoStreamTheora
"""

# Without their beginning, which is "VisualShaderNode".
_SHADER_NODES = """
: Billboard Clamp ColorFunc ColorOp Compare Constant Cubemap Custom DerivativeFunc Determinant DistanceFade DotProduct
    FloatFunc FloatOp Fresnel If Input IntFunc IntOp Is LinearSceneDepth Mix MultiplyAdd OuterProduct Output Parameter
    ParameterRef ParticleAccelerator ParticleConeVelocity ParticleEmit ParticleEmitter ParticleMultiplyByAxisAngle
    ParticleRandomness ProximityFade RandomRange Remap Reroute ResizableBase RotationByAxis SDFRaymarch SDFToScreenUV
    Sample3D ScreenNormalWorldSpace ScreenUVToSDF SmoothStep Step Switch Texture TextureSDF TextureSDFNormal
    TransformCompose TransformDecompose TransformFunc TransformOp TransformVecMult UIntFunc UIntOp UVFunc UVPolarCoord
    Varying VectorBase WorldPositionFromDepth
Constant: BooleanConstant ColorConstant FloatConstant IntConstant TransformConstant UIntConstant Vec2Constant
    Vec3Constant Vec4Constant
Output: ParticleOutput
Parameter: BooleanParameter ColorParameter FloatParameter IntParameter TextureParameter TransformParameter UIntParameter
    Vec2Parameter Vec3Parameter Vec4Parameter
TextureParameter: CubemapParameter Texture2DArrayParameter Texture2DParameter Texture3DParameter
    TextureParameterTriplanar
ParticleEmitter: ParticleBoxEmitter ParticleMeshEmitter ParticleRingEmitter ParticleSphereEmitter
ResizableBase: CurveTexture CurveXYZTexture Frame GroupBase
Frame: Comment
GroupBase: Expression
Expression: GlobalExpression
Sample3D: Texture2DArray Texture3D
Varying: VaryingGetter VaryingSetter
VectorBase: FaceForward VectorCompose VectorDecompose VectorDistance VectorFunc VectorLen VectorOp VectorRefract
"""

# Nodes of Godot 3 that Godot 4 takes for its own of that name and "3D", ...
_NOW_3D = """
Area BoneAttachment CPUParticles CSGBox CSGCombiner CSGCylinder CSGMesh CSGPolygon CSGPrimitive CSGShape CSGSphere
CSGTorus Camera CollisionObject CollisionPolygon CollisionShape ConeTwistJoint DirectionalLight Generic6DOFJoint
HingeJoint Joint Light MeshInstance MultiMeshInstance NavigationAgent NavigationObstacle NavigationRegion OmniLight Path
PathFollow PhysicalBone PhysicsBody PinJoint RayCast RemoteTransform RigidBody Skeleton SkeletonIK SliderJoint SoftBody
SpotLight SpringArm StaticBody VehicleBody VehicleWheel
"""

# ... and those of another name.
_OTHERWISE = """
ARVRAnchor=XRAnchor3D ARVRCamera=XRCamera3D ARVRController=XRController3D ARVROrigin=XROrigin3D
AnimatedSprite=AnimatedSprite2D AnimationTreePlayer=AnimationTree BakedLightmap=LightmapGI GIProbe=VoxelGI
KinematicBody=CharacterBody3D KinematicBody2D=CharacterBody2D Listener=AudioListener3D Navigation2D=Node2D
Navigation3D=Node3D NavigationMeshInstance=NavigationRegion3D NavigationPolygonInstance=NavigationRegion2D
Occluder=Node3D Particles=GPUParticles3D Particles2D=GPUParticles2D Portal=Node3D Position2D=Marker2D
Position3D=Marker3D ProximityGroup=Node3D RigidDynamicBody2D=RigidBody2D RigidDynamicBody3D=RigidBody3D Room=Node3D
RoomGroup=Node3D RoomManager=Node3D SoftDynamicBody3D=SoftBody3D Spatial=Node3D Sprite=Sprite2D
TextureProgress=TextureProgressBar ToolButton=Button VideoPlayer=VideoStreamPlayer
ViewportContainer=SubViewportContainer VisibilityEnabler=VisibleOnScreenEnabler3D
VisibilityNotifier=VisibleOnScreenNotifier3D VisibilityNotifier2D=VisibleOnScreenNotifier2D
VisibilityNotifier3D=VisibleOnScreenNotifier3D YSort=Node2D
"""


def _parents() -> Mapping[str, str]:
    parents: dict[str, str] = {}
    for block, beginning in ((_NODES, ""), (_RESOURCES, ""), (_SHADER_NODES, "VisualShaderNode")):
        parent = ""
        for word in block.split():
            if word.endswith(":"):
                parent = beginning + word[:-1]
            else:
                parents[beginning + word] = parent
    return MappingProxyType(parents)


def _renamed() -> Mapping[str, str]:
    renamed = {name: f"{name}3D" for name in _NOW_3D.split()}
    for pair in _OTHERWISE.split():
        old, _, new = pair.partition("=")
        renamed[old] = new
    return MappingProxyType(renamed)


PARENTS = _parents()
"""The class that each node or resource class of Godot extends, by name; Node and Resource themselves are not in it."""

RENAMED = _renamed()
"""What Godot 4 makes of the nodes that Godot 3 had under another name, by that name."""
