import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `openssl ca` wants to know before it signs with chosen dates. */
const settings = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = named
[named]
commonName = supplied
`

/** The path of a self-signed RSA certificate in PEM, in a separate folder, that was only valid in January 2024. */
export function makeExpiredCertificate(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'ca.cnf'), settings)
  writeFileSync(join(folder, 'index.txt'), '')
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const subject = ['-subj', `/CN=${name}`]
  openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', 'own.key', '-out', 'own.csr')
  const dates = ['-startdate', '20240101000000Z', '-enddate', '20240131000000Z']
  const files = ['-keyfile', 'own.key', '-in', 'own.csr', '-out', 'own.crt']
  openssl('ca', '-batch', '-notext', '-selfsign', '-config', 'ca.cnf', ...dates, ...files)
  return join(folder, 'own.crt')
}
