import { randomBytes } from 'node:crypto'

/** A form with files as `multipart/form-data` bytes (RFC 7578): undici's encoder would load its whole fetch. */
export async function multipartOf(form: FormData): Promise<{ contentType: string; bytes: Uint8Array }> {
  const boundary = `portico-${randomBytes(16).toString('hex')}`
  const parts: Uint8Array[] = []
  for (const [name, value] of form.entries()) {
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
    if (typeof value === 'string') parts.push(Buffer.from(`${field}\r\n\r\n${value}\r\n`))
    else {
      const type = value.type || 'application/octet-stream'
      parts.push(Buffer.from(`${field}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`))
      parts.push(new Uint8Array(await value.arrayBuffer()), Buffer.from('\r\n'))
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) }
}

function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
