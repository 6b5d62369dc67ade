import { isSecretName, masked, maskSecrets } from '../output/mask.ts'

type Traced = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A request as `--debug` prints it: line, headers, body, with every secret masked. */
export function requestLines({ method, url, headers, body }: Traced): string[] {
  const query = [...url.searchParams].map(([name, value]) => `${name}=${isSecretName(name) ? masked : value}`).join('&')
  const lines = [`> ${method} ${url.origin}${url.pathname}${query === '' ? '' : `?${query}`}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`> ${name}: ${isSecretName(name) ? masked : value}`)
  if (body !== undefined) lines.push(`> ${bodyText(body, headers['content-type'] ?? headers['Content-Type'] ?? '')}`)
  return lines
}

function bodyText(body: unknown, contentType: string): string {
  if (typeof body !== 'string') return '(a file)'
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    const fields = Object.fromEntries(new URLSearchParams(body))
    return JSON.stringify(maskSecrets(fields))
  }
  try {
    return JSON.stringify(maskSecrets(JSON.parse(body)))
  } catch {
    return `(${body.length} characters)`
  }
}
