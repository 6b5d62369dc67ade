/** Addresses of administration that have no screen of this portal: one chunk. */
export { ModuleShell } from './module-shell.tsx'
export { UndecidedPlace } from './undecided-place.tsx'
