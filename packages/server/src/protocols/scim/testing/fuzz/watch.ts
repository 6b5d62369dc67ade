import { Worker } from 'node:worker_threads'

/** A request that takes this much processor time never ends. */
const processorMaxSecs = 60

/**
 * Ends the process, with a message, where one request takes all of its time: then the timers of tests no longer fire.
 */
export function watchProcess() {
  const worker = new Worker(watching, { eval: true, workerData: processorMaxSecs })
  worker.unref()
  return {
    /** `request`: what is under way from now on. */
    note: (request: string) => worker.postMessage(request),
    stop: () => worker.terminate(),
  }
}

const watching = `
  const { writeSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  let request = ''
  let begun = process.cpuUsage()
  parentPort.on('message', (text) => {
    request = text
    begun = process.cpuUsage()
  })
  setInterval(() => {
    if (request === '' || process.cpuUsage(begun).user < workerData * 1e6) return
    writeSync(2, 'A request does not end. ' + request + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 1000)
`
