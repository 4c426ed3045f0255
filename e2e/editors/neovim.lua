-- What a user does, in a Neovim with the configuration of the page.
local function say(...) io.stdout:write(string.format(...), '\n') end

local function await(what, f)
  if not vim.wait(60000, f, 20) then
    error('never: ' .. what .. '; diagnostics: ' .. vim.inspect(vim.diagnostic.get()))
  end
  say('%s', what)
end

local function shown(buffer)
  return vim.tbl_map(function(d) return d.code .. ' ' .. d.lnum + 1 .. ' ' .. d.message end, vim.diagnostic.get(buffer))
end

local function test()
  vim.cmd('edit m.go')
  vim.cmd('setfiletype go')
  local buffer = vim.api.nvim_get_current_buf()
  await('the server runs', function() return #vim.lsp.get_active_clients() == 1 and vim.lsp.get_active_clients()[1].initialized end)
  await('a finding in a file that is not open', function()
    local all = vim.diagnostic.get()
    return #all == 1 and vim.api.nvim_buf_get_name(all[1].bufnr):match('other/other.go$') ~= nil
  end)

  vim.cmd([[%s/clear: %w/clear: %v/]])
  await('the fault is shown', function()
    local s = shown(buffer)
    return #s == 1 and s[1]:match('^wrapcause/format 20 fmt.Errorf formats err with %%v') ~= nil
  end)

  vim.ui.select = function(items, options, choose)
    for i, item in ipairs(items) do
      local title = options.format_item(item)
      say('offered: %s', title)
      if title:match('^Wrap err with %%w') then return choose(item, i) end
    end
    error('the fix is not offered')
  end
  vim.fn.search('clear: %v')
  vim.lsp.buf.code_action()
  await('the fix is taken, and the fault gone', function()
    return vim.api.nvim_buf_get_lines(buffer, 19, 20, false)[1]:match('clear: %%w', 1) ~= nil and #shown(buffer) == 0
  end)
  vim.cmd('write')
  vim.wait(500)
  assert(#shown(buffer) == 0, 'it is back')

  vim.fn.search('remove(name);')
  vim.lsp.buf.hover()
  await('the hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        say('%s', text)
        return text:match('ErrGone') ~= nil
      end
    end
  end)
end

local ok, err = pcall(test)
if not ok then
  say('failed: %s', err)
  vim.cmd('cquit')
end
say('done')
vim.cmd('qall!')
