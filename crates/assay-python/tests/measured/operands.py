x = 1 + 1
# ----
x = 1 + True + 1.0 + (1+0j)
# ----
x = 0 + False + 0.0 + 0j
# ----
x = x + 'x' + y.x + "x"
# ----
x = b'x' + b'x' + 'x'
# ----
x = None == ... != None
# ----
x = 10000000000000000000000 + 1e22 + 0x21E19E0C9BAB2400000
# ----
x = 18446744073709551616 + 0o2000000000000000000000 + 1.8446744073709552e19
# ----
x = 9007199254740993 + 9007199254740992.0 + 9007199254740992
# ----
x = 1e999 + 1e400 + 1e308 - 1e-400 - 0
# ----
x = 0.1 + 0.10 + 1e-1 + .1
# ----
x = 1j + 1J + 1.0j + 2j
# ----
x = 1_000 + 1000 + 1e3 + 0b1111101000
# ----
x = f'a' + f'a' + 'a'
# ----
x = 'a' 'b' + 'ab' + "a" "b"
# ----
x = '\u0061' + 'a' + '\x61' + r'a' + u'a' + '\141' + '\N{LATIN SMALL LETTER A}'
# ----
x = '\ud800' + '\ud801' + '\ud800' + '\ufffd' + '\udfff\ufffd' + '\ufffd\udfff'
# ----
x = '\ud83d\ude00' + '\U0001f600' + '😀'
# ----
x = r'\ud800' + '\\ud800'
# ----
x = f(a) + f(a) + f(a)
# ----
x = (a + b) + (a + b)
# ----
x = a.b + c.b + b
# ----
x = a[0] + a[0]
# ----
x = -1 + -1 - +1 * ~1
# ----
x = not a and not a
# ----
x = a and b and a or c
# ----
x = a < b <= a > c >= d == e != f
# ----
x = a in b not in c is d is not e
# ----
x += 1
x -= 1
x *= x
x /= x
x //= 2
x %= 2
x @= 2
x **= 2
x <<= 2
x >>= 2
x &= 2
x |= 2
x ^= 2
# ----
x = a + b - c * d / e // f % g @ h ** i << j >> k & l | m ^ n
# ----
def f(x):
    return x + 1
def g(x):
    return x + 1
# ----
def f(x):
    return x + 1
x = f(1) + 1
# ----
def f(x):
    def f(x):
        return x + 1
    return x + 1
# ----
def f(x=1 + 2):
    def g(y=3 + 4):
        return y - 1
    return x - 1
# ----
@f(1 + 2)
class A(b + c):
    x = 1 + 2
    def m(self, y=1 + 2):
        return x + y
    def m(self):
        return x + y
# ----
def f():
    class A:
        x = 1 + 2
        def g(self):
            return self.x + 2
    return A.x + 1
# ----
async def f(x):
    return x + await g(x - 1)
# ----
f = lambda x=1 + 2: x + 3
# ----
x = [a + 1 for a in b + c if d - 1]
# ----
assert a + b, c - d
# ----
assert a == 1 and b == 2
# ----
match a + 1:
    case -1:
        pass
    case 1 + 2j:
        pass
    case b if b > 1:
        pass
# ----
print(f'{a + 1} {b - 1!r:{c * 2}}')
# ----
x = 'a' f'{b}' 'c' + 'a'
# ----
x = "" + '' + """""" + b''
# ----
x = (yield_ := a + b) + c
# ----
x[a + 1:b - 1, ...] = c
# ----
x: a + b = c - d
# ----
é = é + é + é
# ----
ﬁ = fi + ﬁ + ª.ﬁ + 'fi'
# ----
x = a if b > 1 else c < 2
# ----
x = *a, *(b + c)
# ----
x = {'a' + b: c, **d | e}
# ----
with a + b as c: pass
for d in e + f: pass
while g > h: i -= 1
# ----
raise a + b from c - d
# ----
del a[b + c]
# ----
x = "x" == 'x' != """x"""
# ----
x = 99999999999999999999999999999999999999999999999999 + 1e50 + 100000000000000000000000000000000000000000000000000
# ----
x = 0b11111111111111111111111111111111111111111111111111111111111111111 + 0x1ffffffffffffffff + 36893488147419103231
# ----
x = 5e-324 + 2.2250738585072014e-308 + 4.5 + 9007199254740993.0
