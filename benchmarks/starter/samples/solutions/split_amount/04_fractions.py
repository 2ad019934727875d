def split_amount(cents: int, weights: list[int]) -> list[int]:
    from fractions import Fraction
    from math import floor

    if any(w < 0 for w in weights) or not any(weights):
        raise ValueError("bad weights")
    whole = sum(weights)
    exact = [Fraction(abs(cents) * w, whole) for w in weights]
    shares = [floor(e) for e in exact]
    fractions = [e - s for e, s in zip(exact, shares)]
    ranking = sorted(range(len(exact)), key=fractions.__getitem__, reverse=True)
    for party in ranking[: abs(cents) - sum(shares)]:
        shares[party] += 1
    if cents < 0:
        shares = [-s for s in shares]
    return shares
