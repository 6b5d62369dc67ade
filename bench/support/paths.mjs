import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')
export const portico = resolve(root, 'bin', 'portico')
export const porticoServer = resolve(root, 'bin', 'portico-server')
export const emptyScript = resolve(import.meta.dirname, 'empty.cjs')
