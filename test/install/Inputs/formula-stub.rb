# ruby formula-stub.rb FORMULA: runs a formula of Homebrew with what it calls
# replaced, and prints how it is called.
require "pathname"

# What a formula is: its class is told what it needs, and an object is built.
class Formula
  Dependency = Struct.new(:to_formula)
  Needed = Struct.new(:name) do
    def opt_lib = Pathname("/brew/opt/#{name}/lib")
  end

  class << self
    %i[desc homepage url sha256 license].each do |name|
      define_method(name) { |*values| puts "#{name}: #{values.join(" ")}" }
    end

    def depends_on(what)
      puts "needs: #{what}"
      (@needed ||= []) << what if what.is_a?(String)
    end

    attr_reader :needed

    def test(&block) = puts("has a test: #{!block.nil?}")
  end

  def deps = self.class.needed.map { |name| Dependency.new(Needed.new(name)) }
  def rpath(target:) = "$ORIGIN/../../../..#{target}"
  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=/brew"]
  def lib = Pathname(".")
  def system(*words) = puts("runs: #{words.join(" ")}")
end

# Homebrew's own addition to paths.
class Pathname
  def install_symlink(from) = puts("links: #{self}/#{from.basename} to #{from}")
end

load ARGV.fetch(0)
CudaCaptureTidy.new.install
