def f(x):
    while True:
        if x:
            return 1
# ----
def f(x):
    while 1:
        if x:
            return 1
        break
# ----
def f(x):
    while x:
        return 1
# ----
def f(x):
    for y in x:
        return y
# ----
def f(x):
    for y in x:
        if y:
            return y
    else:
        return 1
# ----
import sys
def f(x):
    if x:
        return 1
    sys.exit(1)
# ----
from sys import exit
def f(x):
    if x:
        return 1
    exit(1)
# ----
def f(x):
    if x:
        return 1
    exit(1)
# ----
from typing import NoReturn
def g() -> NoReturn:
    raise ValueError
def f(x):
    if x:
        return 1
    g()
# ----
def f(x):
    if x:
        return 1
    assert False
# ----
def f(x):
    if x:
        return 1
    assert False, "never"
# ----
def f(x):
    try:
        return 1
    except ValueError:
        pass
# ----
def f(x):
    try:
        return 1
    except ValueError:
        print(x)
    return 2
# ----
def f(x):
    try:
        print(x)
    except ValueError:
        return 1
    finally:
        print(2)
# ----
def f(x):
    try:
        print(x)
    finally:
        return 1
# ----
def f(x):
    try:
        raise ValueError
    except ValueError:
        return 1
# ----
def f(x):
    try:
        raise ValueError("x")
    except ValueError:
        print(x)
    if x:
        return 1
    raise x
# ----
def f(x):
    try:
        if x:
            return 1
        raise ValueError
    except TypeError:
        return 2
# ----
def f(x):
    with x:
        return 1
# ----
def f(x):
    with x:
        if x:
            return 1
# ----
def f(x):
    match x:
        case 1:
            return 1
        case _:
            return 2
# ----
def f(x):
    match x:
        case 1:
            return 1
# ----
def f(x):
    if x:
        return None
    return
# ----
def f(x):
    if x:
        return 1
    def g():
        return 2
    print(g)
# ----
def f(x):
    def g():
        if x:
            return 1
    return g
# ----
def f(x):
    yield x
    if x:
        return 1
# ----
async def f(x):
    if x:
        return 1
# ----
class A:
    def f(self, x):
        if x:
            return 1
    def g(self, x):
        if x:
            return 1
        return None
# ----
def f(x):
    if x:
        return 1
    elif x > 1:
        raise ValueError
    else:
        return 2
# ----
def f(x):
    if x:
        if x > 1:
            return 1
        return 2
    return 3
# ----
def f(x):
    if x:
        if x > 1:
            return 1
    else:
        return 2
# ----
def f(x):
    if x:
        print(1)
        if x > 1:
            return 1
    return 2
# ----
def f(x):
    return lambda: 1 if x else None
# ----
def f(x):
    while True:
        try:
            return int(x)
        except ValueError:
            continue
# ----
def f(x):
    raise NotImplementedError
    return 1
# ----
@property
def f(x):
    if x:
        return 1
    pass
# ----
def f(x):
    if x:
        return 1
    quit()
# ----
def f(x):
    while True:
        if x:
            return 1
        for y in x:
            break
# ----
def f(x):
    while True:
        if x:
            break
        return 1
# ----
def f(x):
    while True:
        return 1
