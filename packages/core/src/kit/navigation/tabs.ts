/** The tab whose path the location starts with, longest path first (spec section 2); whole segments only. */
export function activeTab<T extends { readonly path: string }>(tabs: readonly T[], location: string): T | undefined {
  return tabs.toSorted((a, b) => b.path.length - a.path.length).find((tab) => isPrefix(tab.path, location))
}

function isPrefix(path: string, location: string): boolean {
  return location === path || location.startsWith(path.endsWith('/') ? path : `${path}/`)
}
