import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type CertificateFiles = {
  readonly certificateFile: string
  readonly privateFile: string
  readonly publicFile: string
  /** The content of the public file: SPKI in PEM. */
  readonly publicPem: string
}

/** A self-signed certificate of 30 days with a fresh RSA key, as `openssl req -x509` makes it. */
export function makeCertificate(folder: string, name: string): CertificateFiles {
  const at = (ending: string) => join(folder, `${name}.${ending}`)
  const [certificateFile, privateFile, publicFile] = [at('crt'), at('key'), at('pub.pem')]
  const subject = ['-subj', `/CN=${name}`, '-days', '30']
  const files = ['-keyout', privateFile, '-out', certificateFile]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], { stdio: 'pipe' })
  const { publicKey } = new X509Certificate(readFileSync(certificateFile))
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim()
  writeFileSync(publicFile, publicPem)
  return { certificateFile, privateFile, publicFile, publicPem }
}
