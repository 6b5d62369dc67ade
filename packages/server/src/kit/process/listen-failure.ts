const ofHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])

/** The options that choose where a server listens. */
export type ListenOptions = { readonly host: string; readonly port: string }
const ofServer: ListenOptions = { host: '--host', port: '--port' }

/** Why a server cannot listen, as one sentence with what to change; other errors as they are. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  options: ListenOptions = ofServer,
): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is taken (${code}). Choose another with ${options.port}, or stop the program that uses it.`,
    )
  if (code === 'EACCES')
    return new Error(`This user may not listen on port ${port} (${code}). Choose one above 1023 with ${options.port}.`)
  if (ofHost.has(code))
    return new Error(`${host} is not an address of this machine (${code}). Choose another with ${options.host}.`)
  return error
}
