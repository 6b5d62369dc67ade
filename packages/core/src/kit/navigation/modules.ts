/** An admin module as an entry of the router (spec section 2, "Behaviours"). */
export type ModuleRoute = {
  readonly id: string
  readonly label: string
  /** Matched exactly, like the paths of all routes. */
  readonly path: string
  /** The path with the query and hash of the module's url: the target of a link to it. */
  readonly href: string
}

/** A module as the server lists it; its url may be relative. */
type ListedModule = { readonly id: string; readonly label: string; readonly url: string }

/**
 * The route entries of the modules the server lists. Leaves out a url that leaves `origin`, and any
 * protocol-relative one, because its meaning depends on the reader.
 */
export function moduleRoutes(modules: readonly ListedModule[], origin: string): ModuleRoute[] {
  return modules.flatMap(({ id, label, url }) => {
    const address = ownAddress(url, origin)
    if (address === undefined) return []
    return [{ id, label, path: address.pathname, href: address.pathname + address.search + address.hash }]
  })
}

function ownAddress(url: string, origin: string): URL | undefined {
  const trimmed = url.trim()
  // A relative url would mean something else on each screen; browsers read a backslash as a slash.
  if (/^[/\\]{2}/.test(trimmed) || !/^(?:\/|https?:\/\/)/i.test(trimmed)) return undefined
  try {
    const address = new URL(trimmed, origin)
    // A path of `//` would be protocol-relative again as the href of a link.
    return address.origin === new URL(origin).origin && !address.pathname.startsWith('//') ? address : undefined
  } catch {
    return undefined
  }
}
