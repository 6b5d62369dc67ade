// Preloaded into a server. On SIGUSR2 it writes, since the last time: the longest delay of the event loop (`maxMs`), the longest
// processor time between two of its turns (`heldMs`), which other programs on the machine do not lengthen, and the peak of its memory.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let peak = 0
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20).unref()
let heldMs = 0
let last = { atMs: performance.now(), used: process.cpuUsage() }
setInterval(() => {
  const { user, system } = process.cpuUsage(last.used)
  const atMs = performance.now()
  heldMs = Math.max(heldMs, Math.min(atMs - last.atMs, (user + system) / 1000))
  last = { atMs, used: process.cpuUsage() }
}, 1).unref()

process.on('SIGUSR2', () => {
  const file = join(process.env.HOME, 'loop-delay.json')
  writeFileSync(`${file}.new`, JSON.stringify({ maxMs: delay.max / 1e6, heldMs, peak, now: process.memoryUsage.rss() }))
  renameSync(`${file}.new`, file)
  delay.reset()
  peak = 0
  heldMs = 0
})
