/** CRC-32 (PNG third edition, annex D). Node.js has one of its own from 22.2 only. */
export declare function crc32(bytes: Uint8Array): number
