/** Where the Model Context Protocol is spoken over HTTP; below `/sandbox` for the sandbox. */
export const mcpPath = '/mcp'
