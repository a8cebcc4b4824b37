-- Opens $CAPTURE_FILE as a user does, waits for a finding, applies its quick-fix,
-- and waits until nothing is found. Neovim's settings are those that the
-- documentation shows.
local function die(...)
  io.stderr:write(table.concat(vim.tbl_map(vim.inspect, { ... }), "\n") .. "\n")
  vim.cmd("cquit 1")
end

local function await(what, condition)
  if not vim.wait(60000, condition, 50) then
    die("no " .. what, vim.diagnostic.get(0), vim.api.nvim_buf_get_lines(0, 0, -1, false))
  end
end

local function ours()
  return vim.tbl_filter(function(d)
    return d.source == "clang-tidy"
  end, vim.diagnostic.get(0))
end

vim.cmd("edit " .. vim.env.CAPTURE_FILE)
await("finding", function()
  return #ours() == 1
end)
local finding = ours()[1]
print("found: line " .. finding.lnum + 1 .. ": " .. finding.message)

-- What the editor shows for the call, in its own window for that.
vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
vim.lsp.buf.hover()
local function shown()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), " ")
    end
  end
  return ""
end
await("text for the call", function()
  return shown():find("In a capture: it uses the legacy stream", 1, true)
end)
print("shown: " .. shown())

-- The first of the offered ones, without asking.
vim.ui.select = function(items, _, choose)
  print("offered: " .. #items)
  choose(items[1], 1)
end
vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
vim.lsp.buf.code_action()
await("clean text", function()
  return #ours() == 0
end)
vim.cmd("write")
print("clean")
vim.cmd("quitall!")
