def is_size(text):
    if text == "-":
        return True
    if text.isascii() and text.isdigit():
        return True
    return False


def busiest_hosts(lines, count):
    sizes = {}
    for fields in [line.strip(" \r\n").split(" ") for line in lines]:
        parts = [field for field in fields if field != ""]
        if len(parts) == 4 and is_size(parts[3]):
            sizes.setdefault(parts[0].lower(), []).append(parts[3])
        else:
            pass

    rows = []
    for host in sizes:
        total = sum(int(size) for size in sizes[host] if size != "-")
        rows.append((host, total, len(sizes[host])))
    rows.sort(key=lambda row: (-row[1], -row[2], row[0]))
    return rows[:count]
