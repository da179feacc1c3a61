/** The workspaces that run, and what is built into the pages beside the dependencies of `web`. */
export const SHIPPED: Record<string, readonly string[]> = {
  '': [],
  contract: [],
  media: [],
  server: [],
  web: [
    '@fontsource-variable/bricolage-grotesque',
    '@fontsource-variable/figtree',
    '@tanstack/react-query',
    'lucide-react',
    'react',
    'react-dom',
    'zod',
  ],
}
