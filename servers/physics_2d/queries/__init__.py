"""What can be asked of a space: `direct_space_state` answers, `parameters` are the questions, `results` the answers."""
