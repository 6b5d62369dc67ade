// The modules of undici that a command loads (docs/decisions/0051); undici publishes types for its main module only.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici'
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  /** Called with a dispatcher as `this`. */
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici'
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  /** Called with a dispatcher as `this`. */
  export default function connect(this: Dispatcher, options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>
}
