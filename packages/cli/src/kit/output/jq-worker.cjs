'use strict'

// Runs jq for output/jq.ts in a thread of its own, so that the process still hears signals. The build copies this file
// and the library beside the chunks (build/jq.mjs).
const { parentPort, workerData } = require('node:worker_threads')

const { loadJq } = require('jq-wasm')

async function answer({ json, expression }) {
  const jq = await loadJq({ wasmURL: require.resolve('jq-wasm/jq.wasm') })
  // `--`: an expression may begin with a minus.
  parentPort.postMessage(jq.raw(json, expression, ['--']))
}

void answer(workerData)
