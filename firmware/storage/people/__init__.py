"""Who is known here: the household, paired phones, tokens of programs."""
