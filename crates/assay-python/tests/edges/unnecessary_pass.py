def f():
    pass
# ----
def f():
    """Doc."""
    pass
# ----
class A:
    """Doc."""
    pass
# ----
class A:
    pass
# ----
def f():
    print(1)
    pass
# ----
def f():
    pass
    print(1)
# ----
def f():
    pass
    pass
# ----
def f():
    """Doc."""
    pass
    return 1
# ----
for x in []:
    pass
# ----
for x in []:
    print(x)
    pass
else:
    pass
# ----
for x in []:
    print(x)
else:
    print(1)
    pass
# ----
if x:
    pass
elif y:
    pass
else:
    pass
# ----
if x:
    "text"
    pass
elif y:
    print(y)
    pass
else:
    print(1)
    pass
# ----
try:
    print(1)
    pass
except ValueError:
    print(1)
    pass
else:
    print(2)
    pass
finally:
    print(3)
    pass
# ----
try:
    pass
finally:
    pass
# ----
while True:
    pass
# ----
with x:
    pass
# ----
with x:
    print(1)
    pass
# ----
"""Doc."""
pass
# ----
pass
# ----
pass
print(1)
# ----
def f():
    ...
    pass
# ----
def f():
    f"not a doc {f}"
    pass
# ----
def f():
    b"not a doc"
    pass
# ----
def f():
    "a" "b"
    pass
# ----
match x:
    case 1:
        pass
    case 2:
        print(1)
        pass
# ----
def f(): pass
# ----
def f(): print(1); pass
# ----
async def f():
    """Doc."""
    pass
# ----
class A:
    """Doc."""
    x = 1
    pass
# ----
lambda: 1
pass
# ----
def f():
    # comment
    pass
