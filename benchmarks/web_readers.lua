-- Readers go through the addresses in a file, one a line; at the end what they met is printed as JSON.
local requests, next = {}, 0

function init(arguments)
    for path in io.lines(arguments[1]) do
        requests[#requests + 1] = wrk.format("GET", path)
    end
end

function request()
    next = next % #requests + 1
    return requests[next]
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '\nMET {"requests": %d, "microseconds": %d, "bytes": %d, "median": %d, "p99": %d, "slowest": %d,' ..
        ' "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99), latency.max,
        errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
