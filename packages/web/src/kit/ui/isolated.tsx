import type { ReactNode } from 'react'

/**
 * Plain text with its own direction: most of it is data, such as a name or an answer of a provider, whose letters and marks must not
 * mix with those of the page around it.
 */
export function isolated(content: ReactNode): ReactNode {
  return typeof content === 'string' && content !== '' ? <bdi>{content}</bdi> : content
}
