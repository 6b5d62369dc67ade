import type { Io } from '../../../kit/io/io.ts'

/** A QR code in half blocks; undefined if the terminal has no room for it or cannot show them. */
export async function pictureOf(
  address: string,
  { stderr, env, isAscii }: Pick<Io, 'stderr' | 'env' | 'isAscii'>,
): Promise<string | undefined> {
  if (!stderr.isTTY || env['TERM'] === 'dumb' || isAscii === true) return undefined
  const { renderUnicodeCompact } = await import('uqr')
  // Light on dark, as most terminals are; cameras read both.
  const lines = renderUnicodeCompact(address, { border: 2, ecc: 'L' }).split('\n')
  const width = Math.max(...lines.map((line) => line.length))
  return width < (stderr.columns ?? 80) ? lines.join('\n') : undefined
}
