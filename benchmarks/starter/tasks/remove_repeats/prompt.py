def remove_repeats(labels: list[str]) -> int:
    """Remove the repeated labels of a list, in place, and return how many were removed.

    A label repeats an earlier one if both are equal without regard to case and to spaces
    at their ends. The first one stays, as it is spelled; the labels that stay keep their
    order. Labels that are empty without their spaces are removed, too, all of them.

    >>> labels = ["Red", "blue", " RED ", ""]
    >>> remove_repeats(labels)
    2
    >>> labels
    ['Red', 'blue']
    """
