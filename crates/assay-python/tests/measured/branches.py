x = 1
# ----
if a: pass
# ----
if a: pass
elif b: pass
elif c: pass
else: pass
# ----
if a:
    if b:
        if c:
            pass
        else:
            pass
# ----
if a or b or c and d and not e:
    pass
# ----
x = (a and b) and c
# ----
x = a and (b and c)
# ----
x = a and b or c and d
# ----
x = a if b else c if d else e
# ----
x = [a if b else c for d in e if f and g if h for i in j]
# ----
x = {a: b for a, b in c if d}
# ----
x = {a for a in b}
# ----
x = sum(a for a in b if c or d)
# ----
x = [[a for a in b] for b in c if [d for d in e]]
# ----
for a in b: pass
# ----
for a in b:
    continue
else:
    pass
# ----
while a: break
# ----
while a and b:
    pass
else:
    pass
# ----
while True:
    while False:
        for a in b:
            break
# ----
try:
    pass
finally:
    pass
# ----
try:
    pass
except:
    pass
# ----
try:
    pass
except A:
    pass
except (B, C) as d:
    pass
else:
    pass
finally:
    if x:
        pass
# ----
try:
    if a:
        pass
except* A:
    if b:
        pass
except* B:
    pass
else:
    pass
# ----
assert a
# ----
assert a and b, c or d
# ----
assert [x for x in y if x], (1 if a else 2)
# ----
assert (lambda: a or b)()
# ----
def f():
    assert a or b
    assert c
# ----
with a as b, c as d:
    pass
# ----
with (a if b else c) as d:
    pass
# ----
match a:
    case 1:
        pass
# ----
match a:
    case 1:
        pass
    case _:
        pass
# ----
match a:
    case b:
        pass
# ----
match a:
    case _:
        pass
# ----
match a:
    case 1 | 2:
        pass
    case [1, *b]:
        pass
    case {"c": 1, **d}:
        pass
    case E(f=1):
        pass
    case str() as g:
        pass
    case h if h or i:
        pass
    case None:
        pass
# ----
match a:
    case _ if b:
        pass
    case _:
        pass
# ----
match a, b:
    case (c, d):
        pass
    case [_, _]:
        pass
# ----
match a:
    case (b):
        pass
    case (_):
        pass
# ----
match (a or b):
    case 1 if c and d:
        x = 1 if e else 2
# ----
f = lambda: 0
# ----
f = lambda a=b or c: a and d
# ----
f = lambda a: lambda b: a if b else c
# ----
x = not a
# ----
x = a < b < c
# ----
x = (y := a or b)
# ----
print(f"{a or b} {c if d else e!r:>{f or g}}")
# ----
x[a or b:c and d] = 1
# ----
x: int or str = 1
# ----
del x[a or b]
# ----
return_value = a
raise A from b or c
# ----
global a, b
import a.b as c, d
from . import e
from .f import (g,
    h)
# ----
x = *a, *b
print(*a or b, **c or d)
# ----
async def f():
    await (a or b)
    x = [await y async for y in z]
# ----
if (a and
        b  # why
        or c):
    pass
