"""Noise: FastNoiseLite, and pictures of noise without seams."""
