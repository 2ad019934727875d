def busiest_hosts(lines, count):
    allRecords = []
    for line in lines:
        fields = [field for field in line.strip(" \r\n").split(" ") if field]
        if len(fields) != 4:
            continue
        if fields[3] != "-" and not (fields[3].isascii() and fields[3].isdigit()):
            continue
        record = {"host": fields[0].lower(), "size": 0 if fields[3] == "-" else int(fields[3])}
        allRecords.append(record)

    hostTotals = {}
    for record in allRecords:
        if record["host"] not in hostTotals:
            hostTotals[record["host"]] = [0, 0]
        hostTotals[record["host"]][0] += record["size"]
        hostTotals[record["host"]][1] += 1
    result = [(host, total[0], total[1]) for host, total in hostTotals.items()]
    result.sort(key=lambda row: (-row[1], -row[2], row[0]))
    return result[:count]
