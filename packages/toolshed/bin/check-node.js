// Read by Node versions that cannot run anything else of ours, so it uses nothing new.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Toolshed needs Node 20.19 or later and this is ${process.version}: install a newer one from https://nodejs.org.\n`,
  );
  process.exit(1);
}
