/* global fetch */
// Writes a file as a comment on the merge request: in the place of the comment of an earlier push, or as a new one. The
// first line of the text is a hidden marker, by which that comment is found.
import { readFileSync } from "node:fs";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, COMMENT_TOKEN } = process.env;
const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;

const body = readFileSync(process.argv[2], "utf8");
const [marker] = body.split("\n");

async function send(url, method = "GET", content = undefined) {
  const headers = { "PRIVATE-TOKEN": COMMENT_TOKEN, "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, body: JSON.stringify(content) });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  return response.json();
}

async function ownComment() {
  const { id } = await send(`${CI_API_V4_URL}/user`);
  for (let page = 1; ; page += 1) {
    const found = await send(`${notes}?per_page=100&page=${page}`);
    if (found.length === 0) return undefined;
    const own = found.find((note) => note.author.id === id && note.body.startsWith(marker));
    if (own !== undefined) return own;
  }
}

const own = await ownComment();
if (own === undefined) await send(notes, "POST", { body });
else await send(`${notes}/${own.id}`, "PUT", { body });
