/**
 * The parts of undici that a command loads, by their files (decision 0051): its main module adds 43 % to whoami. Nothing else
 * imports such a file; with another version of undici, `undici.test.ts` asks to measure and check them again.
 */
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as AnyDispatcher } from 'undici/lib/dispatcher/dispatcher.js'
export { default as request } from 'undici/lib/api/api-request.js'

/** What only connections through a proxy need. */
export async function loadProxyParts() {
  const [connect, agent] = await Promise.all([
    import('undici/lib/api/api-connect.js'),
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
  ])
  return { connect: connect.default, EnvHttpProxyAgent: agent.default }
}
