import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { deskServer } from './desk.js';

// The desk as a command. Many servers greet on stdout, where only messages should be.
process.stdout.write('Welcome to the desk!\n');
void deskServer().connect(new StdioServerTransport());
