-- For wrk: asks for the addresses of a plan at random, each with the ETag beside it, and counts what is answered.
--   wrk -t1 -s load.lua URL -- PLAN PAUSE     (PAUSE: mean milliseconds from one request to the next of all)

local ffi = require("ffi")
ffi.cdef[[
  typedef struct { long s; long us; } instant;
  int gettimeofday(instant *, void *);
]]

local plan, pause, due, threads = {}, 0, nil, {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  math.randomseed(7)
  pause = tonumber(args[2])
  for line in io.lines(args[1]) do
    local path, etag = line:match("^(%S+)%s*(.*)$")
    local headers = { ["Host"] = wrk.headers["Host"] }
    if etag ~= "" then headers["If-None-Match"] = etag end
    table.insert(plan, wrk.format("GET", path, headers))
  end
  answers, hits, misses, bytes = {}, 0, 0, 0
end

function request()
  return plan[math.random(#plan)]
end

local function milliseconds()
  local now = ffi.new("instant")
  ffi.C.gettimeofday(now, nil)
  return tonumber(now.s) * 1000 + tonumber(now.us) / 1000
end

-- People come when they come, however long others wait: each request has its time whether or not those before it
-- are answered. One that finds no connection free is sent late.
function delay()
  if pause == 0 then return 0 end
  local now = milliseconds()
  due = (due or now) - pause * math.log(1 - math.random())
  return math.max(0, math.floor(due - now))
end

function response(status, headers, body)
  answers[status] = (answers[status] or 0) + 1
  bytes = math.max(bytes, #body)
  local cache = headers["Cache-Status"] or headers["cache-status"]
  if cache then
    if cache:find("hit") then hits = hits + 1 else misses = misses + 1 end
  end
end

function done(summary, latency, requests)
  local counts = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("answers")) do
      table.insert(counts, string.format('"%d": %d', status, count))
    end
  end
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"rate": %.1f, "p50": %.1f, "p95": %.1f, "p99": %.1f, "max": %.1f, "broken": %d, "hits": %d, "misses": %d, "largest": %d, "statuses": {%s}}\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(95) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.connect + errors.read + errors.write + errors.timeout,
    threads[1]:get("hits"), threads[1]:get("misses"), threads[1]:get("bytes"), table.concat(counts, ", ")))
end
