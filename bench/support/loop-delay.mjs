// Preloaded into a server. On SIGUSR2 it writes the longest delay of the event loop and the peak of its memory since the last time.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let peak = 0
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20).unref()

process.on('SIGUSR2', () => {
  const file = join(process.env.HOME, 'loop-delay.json')
  writeFileSync(`${file}.new`, JSON.stringify({ maxMs: delay.max / 1e6, peak, now: process.memoryUsage.rss() }))
  renameSync(`${file}.new`, file)
  delay.reset()
  peak = 0
})
