import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A built copy of the product; everything the scenarios run is found from here. */
export type Installation = { readonly root: string; readonly portico: string; readonly server: string }

/** The built repository, or another copy of it that PORTICO_E2E_ROOT names. Throws when it is not built. */
export function builtInstallation(): Installation {
  const root = resolve(process.env['PORTICO_E2E_ROOT'] ?? join(import.meta.dirname, '..', '..'))
  const missing = [
    'packages/server/dist/main.js',
    'packages/simulator/dist/main.js',
    'packages/cli/dist/main.cjs',
    'packages/web/dist/portal.html',
  ].filter((file) => !existsSync(join(root, file)))
  if (missing.length > 0) throw new Error(`${root} is not built: run npm run build (missing ${missing.join(', ')}).`)
  return installationAt(root)
}

export function installationAt(root: string): Installation {
  return { root, portico: join(root, 'bin', 'portico'), server: join(root, 'bin', 'portico-server') }
}
