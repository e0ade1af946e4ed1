/** Each asks the hidden command `__complete`, which prints one candidate per line. No candidates means files. */
export const scripts = {
  bash: `# Toolshed completion for bash. Add to ~/.bashrc:
#   source <(toolshed completion bash)
_toolshed() {
  local IFS=$'\\n'
  COMPREPLY=($(toolshed __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _toolshed toolshed
`,
  zsh: `#compdef toolshed
# Toolshed completion for zsh. Add to ~/.zshrc, after compinit:
#   source <(toolshed completion zsh)
_toolshed() {
  local -a found
  found=("\${(@f)$(toolshed __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _toolshed toolshed
`,
  fish: `# Toolshed completion for fish. Save it once:
#   toolshed completion fish > ~/.config/fish/completions/toolshed.fish
function __toolshed_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    toolshed __complete -- $words[2..-1] "$current" 2>/dev/null
end
complete -c toolshed -a '(__toolshed_complete)'
`,
} as const;
