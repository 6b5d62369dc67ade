import type { TreePart, Words } from '@portico/core'

/** What a line of the tree of mappings says. */
export function partText(part: TreePart, words: Words): string {
  switch (part.kind) {
    case 'environment':
      return part.name
    case 'section':
      return words.text(part.of === 'portal-role' ? 'Portal roles' : 'Custom roles')
    case 'application':
      return part.label
    case 'role': {
      const { role, groupCount } = part
      return groupCount === undefined ? role.label : `${role.label} (${groupCount})`
    }
    case 'group':
      return `${part.group.name} (${part.group.idpName})`
  }
}
