"""Benchmarks: each module bench_AREA has rows(scale); run.py runs them, measure.py times them."""
