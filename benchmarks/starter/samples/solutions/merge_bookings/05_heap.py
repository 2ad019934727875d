import heapq
from datetime import timedelta


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0:
        raise ValueError("slack_minutes < 0")

    # The position breaks ties, so ends and titles are never compared.
    heap = []
    for position, (start, end, title) in enumerate(bookings):
        if start > end:
            raise ValueError(f"booking {position} ends before it starts")
        if start < end:
            heap.append((start, position, end, title))
    heapq.heapify(heap)

    slack = timedelta(minutes=slack_minutes)
    result = []
    while heap:
        block_start, _, block_end, title = heapq.heappop(heap)
        titles = [title]
        while heap and heap[0][0] <= block_end + slack:
            _, _, end, title = heapq.heappop(heap)
            block_end = max(block_end, end)
            if title not in titles:
                titles.append(title)
        result.append((block_start, block_end, titles))
    return result
