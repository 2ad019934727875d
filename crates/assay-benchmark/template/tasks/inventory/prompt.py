class Inventory:
    """Counts what is in stock.

    add(name, count=1) puts pieces in; take(name, count=1) takes them out, and raises
    ValueError, with nothing taken, if fewer are there. count(name) says how many there
    are. names() lists what is in stock, sorted; a name of which nothing is left is not.
    """
