import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Another port would be another redirect URI.
const server = { host: '127.0.0.1', port: 3000, strictPort: true }

export default defineConfig({ plugins: [react()], server, preview: server })
