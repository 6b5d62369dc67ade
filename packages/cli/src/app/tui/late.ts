// What the terminal UI loads after its first frame, in one piece: pieces that share modules would be split into many.
export { answered, openObjectSearch } from './shell/object-search.ts'
export { openTarget } from './shell/open-target.ts'
export { tenantView } from './views/tenant-view.ts'
export { goToScim } from './shell/go-to-scim.ts'
