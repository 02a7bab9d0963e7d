"""Materials of the 2D canvas, and the shaders that they are drawn with, as text: no GPU in sight.

Shader and ShaderMaterial hold what a game sets; `Shader.canvas` is what the text says, taken apart (CanvasShader). A
renderer compiles the GLSL that it gives.
"""
