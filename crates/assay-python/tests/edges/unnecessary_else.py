def f(x):
    if x:
        return 1
    else:
        return 2
# ----
def f(x):
    if x:
        return 1
    elif x > 1:
        return 2
    else:
        return 3
# ----
def f(x):
    if x:
        y = 1
    elif x > 1:
        return 2
    else:
        return 3
    return y
# ----
def f(x):
    if x:
        return 1
    elif x > 1:
        y = 1
    else:
        return 3
    return y
# ----
def f(x):
    if x:
        return 1
    elif x > 1:
        return 3
    return 2
# ----
def f(x):
    if x:
        print(1)
        return 1
    else:
        print(2)
    return 3
# ----
def f(x):
    if x:
        if x > 1:
            return 1
        else:
            return 2
    else:
        return 3
# ----
def f(x):
    if x:
        try:
            return 1
        except ValueError:
            return 2
    else:
        return 3
# ----
def f(x):
    if x:
        return 1
        print(2)
    else:
        return 3
# ----
def f(x):
    if x:
        raise ValueError
    else:
        return 3
# ----
def f(x):
    if x:
        raise ValueError
    elif x > 1:
        raise TypeError
    else:
        return 3
# ----
def f(x):
    if x:
        raise ValueError
    elif x > 1:
        return 1
    else:
        return 3
# ----
def f(x):
    if x:
        return 1
    elif x > 1:
        raise ValueError
    else:
        return 3
# ----
def f(xs):
    for x in xs:
        if x:
            break
        else:
            print(x)
# ----
def f(xs):
    for x in xs:
        if x:
            break
        elif x > 1:
            break
        else:
            print(x)
# ----
def f(xs):
    for x in xs:
        if x:
            continue
        else:
            print(x)
# ----
def f(xs):
    for x in xs:
        if x:
            break
        elif x > 1:
            continue
        else:
            return x
# ----
def f(x):
    if x:
        return 1
    else:
        if x > 1:
            return 2
        else:
            return 3
# ----
def f(x):
    if x:
        return 1
    else:
        if x > 1:
            return 2
        elif x > 2:
            return 4
        else:
            return 3
# ----
def f(x):
    if x:
        pass
    else:
        if x > 1:
            return 2
        else:
            return 3
# ----
def f(x):
    if x:
        return 1
    else:
        pass
# ----
def f(x):
    if x:
        with x:
            return 1
    else:
        return 2
# ----
def f(x):
    if x:
        while True:
            return 1
    else:
        return 2
# ----
def f(x):
    return 1 if x else 2
# ----
def f(x):
    try:
        return 1
    except ValueError:
        return 2
    else:
        return 3
# ----
def f(x):
    for y in x:
        return y
    else:
        return 3
# ----
def f(x):
    while x:
        break
    else:
        return 3
# ----
async def f(x):
    if x:
        return 1
    else:
        return await x
# ----
def f(x):
    if x: return 1
    else: return 2
# ----
class A:
    if A:
        raise ValueError
    else:
        x = 1
# ----
def f(x):
    if x:
        def g():
            return 1
    else:
        return 2
# ----
def f(x):
    if x:
        if x > 2:
            return 1
        return 3
    else:
        return 2
# ----
def f(x):
    if x:
        raise ValueError
    elif x > 1:
        y = 2
    elif x > 2:
        y = 3
    return y
# ----
def f(x):
    while True:
        if x:
            return 1
        elif x > 2:
            break
        else:
            raise ValueError
# ----
def f(x):
    if x == 1:
        return 1
    elif x == 2:
        return 2
    elif x == 3:
        return 3
# ----
def f(x):
    if x == 1:
        return 1
    elif x == 2:
        print(x)
    elif x == 3:
        return 3
    else:
        return 4
# ----
def f(x):
    match x:
        case 1:
            if x:
                return 1
            else:
                return 2
# ----
def f(x):
    if x:
        return 1
    else:  # comment
        # another
        return 2
# ----
def f(x):
    if x:
        yield 1
        return
    else:
        yield 2
# ----
def f(x):
    if x:
        assert False
    else:
        return 2
# ----
import sys
def f(x):
    if x:
        sys.exit(1)
    else:
        return 2
